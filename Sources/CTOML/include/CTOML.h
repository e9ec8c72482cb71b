// A TOML document as a flat list of its values, each with its place in the text. toml++ reads it.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Lines and columns count from 1. A column is a number of code points.
typedef struct {
    uint32_t line;
    uint32_t column;
} toml_place;

typedef enum {
    TOML_STRING,
    TOML_INTEGER,
    TOML_FLOAT,
    TOML_BOOLEAN,
    TOML_MOMENT, // a date, a time or both
    TOML_ARRAY,
    TOML_TABLE,
} toml_kind;

// UTF-8; it may contain zero bytes, and no zero byte ends it.
typedef struct {
    const uint8_t *bytes;
    size_t count;
} toml_text;

typedef struct {
    toml_kind kind;
    toml_text key;        // empty for an array's element and for the document
    toml_place key_place; // of the heading for a table that has one
    toml_place place;     // of the heading for a table that has one, of the key for a table that dots make: `key.inner = 1`
    toml_text string;
    int64_t integer; // 0 or 1 for a boolean
    double number;
    // The members of a table and the elements of an array are values[first] up to values[first + count - 1].
    size_t first;
    size_t count;
} toml_value;

typedef struct {
    // A value comes after the one that contains it. The first is the table of the whole document. There are none if the text is
    // not TOML.
    const toml_value *values;
    size_t count;
    // What is wrong with the text if there are no values.
    toml_text mistake;
    toml_place mistake_place;
} toml_document;

// Reads `count` bytes of UTF-8. The document has to be freed; its texts are its own. Ends the process if there is no memory.
const toml_document *toml_read(const uint8_t *bytes, size_t count);

void toml_free(const toml_document *document);

#ifdef __cplusplus
}
#endif
