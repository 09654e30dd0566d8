//! The command `differential`.

fn main() {}
