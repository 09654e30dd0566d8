//! One test suite that every solver must pass: see the functions. Refuses to know any solver by name.
