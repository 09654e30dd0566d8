#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| rummilab_fuzz::engine(data));
