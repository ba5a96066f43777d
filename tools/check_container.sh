#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/check_container.sh: the second reader of sealed files, in Python, agrees with every case that
# the tests of the header know; and the cases are what make_cases.py makes.
. tools/check_lib.sh
python=/usr/bin/python3 # Debian's, which python3-cryptography is for
need $python

step "python3-cryptography is installed" "$python -c 'import cryptography'"
step "the second reader and every case" "
$python tests/container/check_cases.py tests/container"
step "the cases are those that make_cases.py makes" "
mkdir '$step_folder/made' && $python tests/container/make_cases.py '$step_folder/made' || exit 1
for file in '$step_folder/made'/*; do
    cmp \"\$file\" tests/container/\$(basename \"\$file\") || exit 1
done
[ \$(ls '$step_folder/made' | wc -l) -eq \$(ls tests/container | grep -c -v '\.py\$') ]"
# Shows that the reader can refuse a case.
step "a wrong case is noticed" "
cp -r tests/container '$step_folder/wrong' &&
sed -i 's/^plain-1-0 ok 0 /plain-1-0 ok 1 /' '$step_folder/wrong/cases.txt' || exit 1
$python tests/container/check_cases.py '$step_folder/wrong' > '$step_folder/said' && exit 1
grep '1 failed' '$step_folder/said'"
finish
