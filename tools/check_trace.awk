# SPDX-License-Identifier: 0BSD
#
# tools/check_trace.awk: reads what tests/taint/trace.c prints, a line for each run: the job, a
# tab, the hash of what was executed and its length. All runs of a job must be the same; those of
# a planted fault must not.
#
#   expected   paths that must have run
BEGIN { FS = "\t" }
NF != 2 || $2 !~ /^ *[0-9a-f]+ [1-9][0-9]*/ { print "FAILED  not a run: " $0; bad++; next }
!($1 in runs) { order[++jobs] = $1 }
{
    runs[$1]++
    if ($2 ~ /vectors/) print "FAILED  gathers or scatters in " $1, bad++
    if (!(($1, $2) in seen)) kinds[$1]++
    seen[$1, $2] = 1
    last[$1] = $2
    path = $1
    sub(/.* /, "", path)
    ran[path] = 1
}
END {
    for (i = 1; i <= jobs; i++) {
        job = order[i]
        is_good = (job ~ /^planted/) == (kinds[job] > 1) && runs[job] > 2
        if (job ~ /^planted/) planted++
        if (!is_good) bad++
        split(last[job], part, " ")
        printf "%s %s: %d runs, %d different; %d instructions\n", is_good ? "ok     " : "FAILED ",
               job, runs[job], kinds[job], part[2]
    }
    n = split(expected, path_of, " ")
    for (i = 1; i <= n; i++)
        if (!(path_of[i] in ran)) {
            print "FAILED  " path_of[i] " did not run"
            bad++
        }
    if (planted != 2) {
        print "FAILED  no planted fault was run"
        bad++
    }
    exit bad != 0
}
