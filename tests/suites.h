/* SPDX-License-Identifier: 0BSD */
#ifndef FILESEC_TESTS_SUITES_H
#define FILESEC_TESTS_SUITES_H
/*
 * tests/suites.h: the suites that tests/run.c calls, in the order of the names there
 */
void suite_threads(void); /* first: it wants a process in which no path was chosen yet */
void suite_select(void);
void suite_inspect(void);
void suite_environment(void);
void suite_sha512(void);
void suite_kdf(void);
void suite_residue(void);
void suite_murmur3(void);
void suite_chacha20poly1305(void);
void suite_aes256gcm(void);
void suite_vectors(void); /* those of the program */
void suite_container(void);

/* Every file of a folder that is called *.txt; the one of huge messages only if asked for. */
void vectors_in_folder(const char *folder, int huge);

/* Every case of FOLDER/cases.txt about sealed files. */
void container_in_folder(const char *folder);

#endif
