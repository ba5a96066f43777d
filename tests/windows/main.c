/* SPDX-License-Identifier: 0BSD */
/*
 * tests/windows/main.c: every public operation on every path, called by a caller that looks at
 * its registers afterwards, on stacks of every alignment that the convention allows
 *
 *   registers [--expect PATHS]
 *
 * The last line is "N passed, N failed, N skipped". The functions in registers.S that break the
 * convention come first: if one of them is not noticed, that is a failure.
 */
#include "filesec.h"
#include "paths.h"
#include "support.h"
#include "windows/registers.h"
#include <string.h>

size_t call_shift;
const char *call_what = "";

static const char *const general_names[8] = {"rbx", "rbp", "rsi", "rdi",
                                             "r12", "r13", "r14", "r15"};

/* The name of the first register that changed, or NULL. */
static const char *changed(const registers *r)
{
    static char name[16] = "xmm";
    size_t i;

    for (i = 0; i < 8; i++)
        if (r->before.general[i] != r->after.general[i])
            return general_names[i];
    for (i = 0; i < 10; i++)
        if (!same(r->before.xmm[i], r->after.xmm[i], 16)) {
            name[3] = i < 4 ? (char)('6' + i) : '1';
            name[4] = i < 4 ? '\0' : (char)('0' + i - 4);
            name[5] = '\0';
            return name;
        }
    return NULL;
}

static uint64_t call(any_function *function, const uint64_t args[10], registers *r)
{
    seeded(&r->before, sizeof r->before, 7);
    memset(&r->after, 0, sizeof r->after);
    return registers_call(r, function, args, call_shift);
}

uint64_t call_checked(const char *name, any_function *function, const uint64_t args[10])
{
    registers r;
    uint64_t result = call(function, args, &r);
    const char *fault = changed(&r);

    CHECK(fault == NULL, "%s, %s, stack shifted by %u: changes %s", name, call_what,
          (unsigned)call_shift, fault == NULL ? "" : fault);
    return result;
}

static void planted(any_function *function, const char *breaks)
{
    static const uint64_t none[10];
    const char *fault;
    registers r;

    test_case("a function that changes %s is noticed", breaks);
    (void)call(function, none, &r);
    fault = changed(&r);
    CHECK(fault != NULL && strcmp(fault, breaks) == 0, "it is not, but %s",
          fault == NULL ? "nothing" : fault);
}

static void suite_itself(void)
{
    test_section("the trampoline");
    for (call_shift = 0; call_shift < 64; call_shift += 16) {
        static const uint64_t none[10];
        registers r;
        uint64_t stack = call(tells_stack, none, &r);

        test_case("the stack is shifted by %u", (unsigned)call_shift);
        CHECK((0 - stack) % 64 == call_shift, "it is at %#lx modulo 64",
              (unsigned long)(stack % 64));
        planted(breaks_xmm6, "xmm6");
        planted(breaks_xmm15, "xmm15");
        planted(breaks_rsi, "rsi");
        planted(breaks_rbx, "rbx");
    }
    test_end();
}

static void suite_path(size_t path, const void *arg)
{
    static const size_t lengths[] = {0, 1, 100, 1000, 5000};
    filesec_primitive p = *(const filesec_primitive *)arg;
    size_t i;

    call_what = filesec_path_name(p, path);
    for (call_shift = 0; call_shift < 64; call_shift += 16)
        for (i = 0; i < COUNT(lengths); i++) {
            test_case("stack shifted by %u, %u bytes", (unsigned)call_shift,
                      (unsigned)lengths[i]);
            calls_of_primitive(p, lengths[i]);
        }
}

int main(int argc, char **argv)
{
    int i;

    guard_catch();
    suite_itself();
    for (i = 0; i < (int)FILESEC_PRIMITIVE_COUNT; i++) {
        filesec_primitive p = (filesec_primitive)i;

        each_path(p, filesec_primitive_name(p), suite_path, &p);
    }
    call_what = "default path";
    test_section("the rest");
    for (call_shift = 0; call_shift < 64; call_shift += 16) {
        test_case("stack shifted by %u", (unsigned)call_shift);
        calls_of_others();
    }
    test_end();
    paths_print();
    if (argc == 3 && strcmp(argv[1], "--expect") == 0)
        paths_expect(argv[2]);
    return test_summary();
}
