// Notices each instruction that reads memory which is only to be written, as a display's is: whatever its width, and whichever
// program or library it belongs to. Such memory has no access rights, so that each access traps. The trap tells reads from writes,
// lets the one instruction pass, and takes the rights away again.
#pragma once
#include <stdbool.h>
#include <stddef.h>

// Whether this processor says what an access was, and can stop after one instruction: an x86-64.
bool read_trap_works(void);

// From now on counts the reads of `length` bytes from `base` on, which are whole pages. Only the calling thread may use them.
// Instructions that read and write at once count as writes; a picture that does not depend on what was there excludes them.
void read_trap_arm(void *base, size_t length);

// Gives the memory its rights back, and returns the number of reads since it was armed.
size_t read_trap_disarm(void *base);
