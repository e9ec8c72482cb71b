// The wire of a Wayland connection, without libwayland, which refuses much of what hostile clients send.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The connection's socket, and the socket to the test.
enum { WIRE = 3, TEST = 4 };

// Whether the server has ended the connection.
extern bool ended;
// The name of each global, as the server's registry tells it.
enum global {
    COMPOSITOR, SUBCOMPOSITOR, SHM, OUTPUT, SEAT, DATA, SHELL, VIEWPORTER, PRESENTATION, SCALES, PIXELS, DECORATIONS,
    INHIBITORS, ACTIVATION, OUTPUTS, GLOBALS
};

// The number of an object that does not exist yet.
uint32_t new_id(void);
// Requests `opcode` of `object`: a 32-bit number for each i in `arguments`, a string for each s.
void request(uint32_t object, int opcode, const char *arguments, ...);
// Sends `descriptor` with the next bytes, in place of the one that waits.
void send_descriptor(int descriptor);
// Sends `descriptor` with `size` bytes, as the last process that has it.
void send_last(int descriptor, const void *bytes, size_t size);
// The most descriptors that the kernel sends with one message (SCM_MAX_FD).
enum { MOST_DESCRIPTORS = 253 };
// The same with `count` descriptors, at most so many, in one message with `flags` of sendmsg(2).
void send_all_last(const int *descriptors, size_t count, int flags, const void *bytes, size_t size);
// Sends bytes as they are.
void send_bytes(const void *bytes, size_t size);
// Sends what was requested.
void flush(void);
// Reads what has come, and waits for nothing.
void read_events(void);
// Waits until the server has carried out all requests, or has ended the connection.
void roundtrip(void);
// The serial of the last configure event of the xdg_surface `watched`.
extern uint32_t last_serial, watched;
// The wl_data_offer that came last.
extern uint32_t last_offer;

// Binds a global in the version that the server offers, at most `version`.
uint32_t bind_global(enum global global, uint32_t version);
// Binds `name` of the registry as `interface`.
uint32_t bind_name(uint32_t name, const char *interface, uint32_t version);
uint32_t name_of(enum global global);
