// The functions of newer C libraries that Swift's libraries in Debian's newest suite refer to, for Debian 12's, which has 2.36.

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// 2.38: the functions that read binary numbers with a prefix, which Swift's libraries contain none of.
#define NUMBER(TYPE, NAME)                                                                                                        \
    TYPE __isoc23_##NAME(const char *text, char **end, int base) { return NAME(text, end, base); }
NUMBER(long, strtol)
NUMBER(long long, strtoll)
NUMBER(unsigned long, strtoul)
NUMBER(unsigned long long, strtoull)

int __isoc23_sscanf(const char *text, const char *format, ...) {
    va_list values;
    va_start(values, format);
    int count = vsscanf(text, format, values);
    va_end(values);
    return count;
}

// 2.38: bounded copies. Both return the length that the whole string would have had.
size_t strlcpy(char *to, const char *from, size_t size) {
    size_t length = strlen(from);
    if (size > 0) {
        size_t fits = length < size ? length : size - 1;
        memcpy(to, from, fits);
        to[fits] = '\0';
    }
    return length;
}

size_t strlcat(char *to, const char *from, size_t size) {
    size_t length = strnlen(to, size);
    return length + (length < size ? strlcpy(to + length, from, size - length) : strlen(from));
}

// libstdc++ 13: std::ios_base_library_init(), by which that version makes std::cout. Nothing here writes to it.
void _ZSt21ios_base_library_initv(void) {}
