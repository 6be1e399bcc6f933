"""Seccomp filter, assembled here, for system calls that graded programs may not make.

They would give a program memory that is not charged to a process, and so exceeds its limit, or
namespaces in which it could mount such memory. Languages work without them: a C library falls back
from `clone3` to `clone`.
"""

import os
import struct
from errno import ENOSYS, EPERM

# audit number of the architecture, then the numbers of the calls
NUMBERS = {
    "x86_64": (
        0xC000003E,
        {
            "clone": 56,
            "clone3": 435,
            "io_uring_setup": 425,
            "madvise": 28,
            "memfd_create": 319,
            "memfd_secret": 447,
            "mmap": 9,
            "mq_open": 240,
            "msgget": 68,
            "process_madvise": 440,
            "setns": 308,
            "shmget": 29,
            "unshare": 272,
        },
    ),
    "aarch64": (
        0xC00000B7,
        {
            "clone": 220,
            "clone3": 435,
            "io_uring_setup": 425,
            "madvise": 233,
            "memfd_create": 279,
            "memfd_secret": 447,
            "mmap": 222,
            "mq_open": 180,
            "msgget": 186,
            "process_madvise": 440,
            "setns": 268,
            "shmget": 194,
            "unshare": 97,
        },
    ),
}
REFUSED = {
    "clone3": ENOSYS,  # its flags are in memory, which a filter cannot read
    "io_uring_setup": ENOSYS,
    "memfd_create": ENOSYS,
    "memfd_secret": ENOSYS,
    "mq_open": ENOSYS,
    "msgget": ENOSYS,
    "process_madvise": ENOSYS,
    "setns": EPERM,
    "shmget": ENOSYS,
    "unshare": EPERM,
}
NAMESPACES = 0x7E020000  # CLONE_NEWNS, -CGROUP, -UTS, -IPC, -USER, -PID, -NET
SHARED_ANONYMOUS = 0x21  # MAP_SHARED and MAP_ANONYMOUS: it stays after MADV_DONTNEED
PAGE_OUT = 21  # MADV_PAGEOUT: to swap space, which no process reports
# call, argument, bit mask, and the forbidden value; 0 for any of the bits
REFUSED_IF = (
    ("clone", 0, NAMESPACES, 0),
    ("mmap", 3, SHARED_ANONYMOUS, SHARED_ANONYMOUS),
    ("madvise", 2, 0xFFFFFFFF, PAGE_OUT),
)
X32 = 0x40000000  # the other numbering of x86_64
LOAD, AND, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x54, 0x15, 0x35, 0x45, 0x06
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16  # offsets in the data of the filter
ALLOW, ERROR = 0x7FFF0000, 0x00050000


def instruction(code: int, value: int, true: int = 0, false: int = 0) -> bytes:
    """Return one instruction; `true` and `false` are the jump offsets of a comparison."""
    return struct.pack("=HBBI", code, true, false, value)


def filter_for(architecture: str) -> bytes:
    """Return the filter of an architecture, b"" for an unsupported one."""
    if architecture not in NUMBERS:
        return b""
    audit, numbers = NUMBERS[architecture]
    words = [
        instruction(LOAD, ARCHITECTURE),
        instruction(EQUAL, audit, true=1),
        instruction(RETURN, ERROR | ENOSYS),
        instruction(LOAD, NUMBER),
        instruction(AT_LEAST, X32, false=1),
        instruction(RETURN, ERROR | ENOSYS),
    ]
    for name, error in REFUSED.items():
        words += [
            instruction(EQUAL, numbers[name], false=1),
            instruction(RETURN, ERROR | error),
        ]
    for name, argument, bits, value in REFUSED_IF:
        words += [
            instruction(EQUAL, numbers[name], false=5),
            instruction(LOAD, ARGUMENTS + 8 * argument),  # the lower half: both are little-endian
            instruction(AND, bits),
            instruction(EQUAL, value, true=1) if value else instruction(ANY_BIT, bits, true=1),
            instruction(RETURN, ALLOW),
            instruction(RETURN, ERROR | EPERM),
        ]
    return b"".join([*words, instruction(RETURN, ALLOW)])


FILTER = filter_for(os.uname().machine)
