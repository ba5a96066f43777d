#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/check_web.sh: the page of examples/web in headless Chromium, with real files through its real
# input, and the command on the other side.
. tools/check_lib.sh
need clang-14 wasm-ld node chromium chromedriver
page=build/check/web/filesec.html

examples/web/build.sh $page # the steps show whether that went well
step "the page is built, and again to the same bytes" "
examples/web/build.sh '$step_folder/again.html' && cmp $page '$step_folder/again.html'"
step "the program imports nothing: it has no way out" "
node -e '
const html = require(\"fs\").readFileSync(\"$page\", \"latin1\");
const base64 = html.match(/PROGRAM = .([A-Za-z0-9+\\/=]{1000,})./)[1];
WebAssembly.compile(Buffer.from(base64, \"base64\")).then((m) => {
    console.log(WebAssembly.Module.exports(m).length, \"exports\");
    process.exit(WebAssembly.Module.imports(m).length);
});'"
run_steps
sum=$(node tests/web/run.mjs $page build/filesec | tee build/check/web/run.txt | tail -n 1)
grep -v '^ok' build/check/web/run.txt | grep -v "^$sum\$"
here=$(find "$step_folder" -name '*.passed' | wc -l)
ran=$(echo "$sum" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1/p')
lost=$(echo "$sum" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\2/p')
echo "$((here + ${ran:-0})) passed, $((step_count - here + ${lost:-1})) failed"
[ "$here" -eq "$step_count" ] && [ "${lost:-1}" -eq 0 ]
