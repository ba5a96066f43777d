# SPDX-License-Identifier: 0BSD
#
# tools/check_isa.awk: reads a listing of objdump; prints each instruction of a tier that stands in
# a function whose name lacks the tier, and how many it judged.
#
#   machine    x86 or arm
#   expected   tiers of which at least one instruction must be seen

function judge(tier, names) {
    seen[tier]++
    if (name !~ names) {
        print "in " name ": " $0 " needs " tier
        bad++
    }
}
/^[0-9a-f]+ <.*>:$/ { name = $2; next }
NF < 2 || $1 !~ /^[0-9a-f]+:$/ { next }
{ op = $2 == "lock" || $2 == "bnd" || $2 == "notrack" || $2 ~ /^rep/ ? $3 : $2 }
machine == "x86" && op ~ /^vsha512/ { judge("sha512", "x86_sha512"); next }
# EVEX: wide or high registers, masks, and what only AVX-512 has on xmm and ymm.
machine == "x86" && (/%zmm|%k[0-7]|%[xy]mm(1[6-9]|2[0-9]|3[01])/ ||
op ~ /^v(pro[lr]v?[dq]|pternlog[dq]|pmullq|psra[v]?q|pmadd52.*|perm[it]2.*|permb|valign[dq]|align[dq]|mov(dqu|dqa)(8|16|32|64)|p(and|or|xor|andn)[dq]|pabsq|p(min|max)[su]q|(extract|insert|broadcast)[fi](32|64)x[248]|shuf[fi](32|64)x[24]|pmov[qdw][bwd])$/) {
    names = "avx512"
    if (op ~ /^vaes|^vpclmul/) names = "vaes_avx512"
    if (op ~ /^vpmadd52/) names = "ifma"
    judge(op ~ /^vaes/ ? "vaes512" : op ~ /^vpmadd52/ ? "ifma" : "avx512", names)
    next
}
machine == "x86" && (/%ymm/ || (op ~ /^v/ && /%xmm/) || op == "vzeroupper") {
    judge(op ~ /^vaes/ ? "vaes" : "avx2",
          op ~ /^vaes|^vpclmul/ ? "vaes" : "avx2|avx512|x86_sha512")
    next
}
machine == "x86" && op ~ /^(mulx|rorx|shlx|shrx|sarx|pdep|pext|bzhi|andn|blsr|blsi|blsmsk|bextr)[lq]?$/ {
    judge("bmi", "avx2|avx512")
}
machine == "x86" && op ~ /^(adcx|adox|sha(1|256|512).*)[lq]?$/ { judge("none", "^no function$") }
machine == "x86" && op ~ /^(aes(enc|dec|imc|keygen).*|pclmul.*)$/ { judge("aesni", "aesni") }
machine == "x86" && /%xmm/ && op ~ /^(pshufb|palignr|pabs[bwd]|ph(add|sub).*|pmaddubsw|pmulhrsw|psign[bwd])$/ {
    judge("ssse3", "ssse3|aesni")
}
machine == "x86" && /%xmm/ &&
op ~ /^(p(insr|extr)[bdq]|pmulld|pmuldq|pblend.*|blendv?p[sd]|ptest|pmov[sz]x.*|p(min|max)(sb|sd|uw|ud)|pcmpeqq|packusdw|movntdqa|round.*|dpp[sd]|insertps|extractps)$/ {
    judge("sse4.1", "aesni")
}
machine == "x86" && op ~ /^(lddqu|addsubp[sd]|movs[lh]dup|movddup|haddp[sd])$/ {
    judge("sse3", "ssse3|aesni")
}
machine == "x86" && op ~ /^(pcmpgtq|crc32.*|popcnt[lqw]?|lzcnt[lqw]?|movbe[lq]?)$/ {
    judge("none", "^no function$")
}
machine == "arm" && (op ~ /^aes(e|d|mc|imc)$/ || (op ~ /^pmull2?$/ && /\.1q/)) {
    judge("arm_aes", "arm_aes")
}
machine == "arm" && op ~ /^sha512/ { judge("arm_sha512", "arm_sha512") }
machine == "arm" && op ~ /^(eor3|bcax|rax1|xar)$/ { judge("arm_sha3", "arm_sha512|arm_aes_eor3") }
END {
    n = split(expected, tiers, " ")
    for (i = 1; i <= n; i++)
        if (!seen[tiers[i]]) {
            print "no instruction of " tiers[i] " was seen at all"
            bad++
        }
    for (tier in seen)
        printf "%s: %d instructions\n", tier, seen[tier]
    exit bad != 0
}
