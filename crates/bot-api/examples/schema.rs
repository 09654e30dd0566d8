//! Prints the JSON Schema of the bot protocol, made from the message types.
#![allow(clippy::print_stdout, reason = "its output")]

fn main() {
    println!("{:#}", rummilab_bot_api::protocol::schema());
}
