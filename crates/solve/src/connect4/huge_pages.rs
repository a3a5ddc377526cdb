//! Big tables in big pages.
//!
//! Every look-up of a large table is at a random place, and with pages of 4 KiB nearly each one also
//! misses the cache of page addresses. Linux gives 2 MiB pages to those who ask.

/// Asks for big pages for memory that was reserved but not written yet. It is only a wish: without
/// it, or where it is not granted, everything works the same, only slower.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "advice about memory has no safe interface; worth about 6 % of the time of long solves")]
pub(super) fn wish_for<T>(memory: &mut Vec<T>) {
    use std::ffi::{c_int, c_void};
    const PAGE: usize = 4096;
    const MADV_HUGEPAGE: c_int = 14;
    // The C library is linked by the standard library already.
    unsafe extern "C" {
        fn madvise(start: *mut c_void, length: usize, advice: c_int) -> c_int;
    }
    let spare = memory.spare_capacity_mut();
    let bytes = size_of_val(spare);
    let start = spare.as_mut_ptr().cast::<u8>();
    let skip = start.align_offset(PAGE);
    if bytes < skip + PAGE {
        return;
    }
    let length = (bytes - skip) / PAGE * PAGE;
    // SAFETY: the pages lie wholly within memory that `memory` owns; the advice changes neither
    // their contents nor their addresses. A refusal is harmless.
    unsafe { madvise(start.wrapping_add(skip).cast(), length, MADV_HUGEPAGE) };
}

/// Nothing to ask for here.
#[cfg(not(target_os = "linux"))]
pub(super) fn wish_for<T>(_memory: &mut Vec<T>) {}
