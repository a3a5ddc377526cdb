//! As much of Thrift's compact protocol as the footer of a Parquet file needs.

/// Writes structs; fields must come in the order of their numbers.
#[derive(Default)]
pub(super) struct Writer {
    pub(super) bytes: Vec<u8>,
    /// The last field of every struct that is open.
    last: Vec<i16>,
}

const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

impl Writer {
    /// A struct that is not a field: the outermost, or an element of a list.
    pub(super) fn structure(&mut self, fields: impl FnOnce(&mut Self)) {
        self.last.push(0);
        fields(self);
        self.last.pop();
        self.bytes.push(0);
    }

    pub(super) fn i32(&mut self, field: i16, value: i32) {
        self.field(field, I32);
        self.zigzag(i64::from(value));
    }

    pub(super) fn i64(&mut self, field: i16, value: i64) {
        self.field(field, I64);
        self.zigzag(value);
    }

    pub(super) fn text(&mut self, field: i16, text: &str) {
        self.field(field, BINARY);
        self.binary(text);
    }

    pub(super) fn field_structure(&mut self, field: i16, fields: impl FnOnce(&mut Self)) {
        self.field(field, STRUCT);
        self.structure(fields);
    }

    pub(super) fn structures<T>(
        &mut self,
        field: i16,
        items: &[T],
        mut fields: impl FnMut(&mut Self, &T),
    ) {
        self.list(field, STRUCT, items.len());
        for item in items {
            self.structure(|writer| fields(writer, item));
        }
    }

    pub(super) fn i32s(&mut self, field: i16, values: &[i32]) {
        self.list(field, I32, values.len());
        for &value in values {
            self.zigzag(i64::from(value));
        }
    }

    pub(super) fn texts(&mut self, field: i16, texts: &[&str]) {
        self.list(field, BINARY, texts.len());
        for text in texts {
            self.binary(text);
        }
    }

    fn field(&mut self, field: i16, kind: u8) {
        let last = self.last.last_mut().expect("fields are in structs");
        let step = field - *last;
        *last = field;
        // All our structs have fewer than fifteen fields between two that are set.
        debug_assert!((1..=15).contains(&step));
        self.bytes.push((step as u8) << 4 | kind);
    }

    fn list(&mut self, field: i16, kind: u8, len: usize) {
        self.field(field, LIST);
        if len < 15 {
            self.bytes.push((len as u8) << 4 | kind);
        } else {
            self.bytes.push(0xf0 | kind);
            varint(&mut self.bytes, len as u64);
        }
    }

    fn binary(&mut self, text: &str) {
        varint(&mut self.bytes, text.len() as u64);
        self.bytes.extend_from_slice(text.as_bytes());
    }

    fn zigzag(&mut self, value: i64) {
        varint(&mut self.bytes, ((value << 1) ^ (value >> 63)) as u64);
    }
}

/// Seven bits a byte, the lowest first.
pub(super) fn varint(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}
