-- Bytes of a fixed length as a String, with trailing zeros. toString and cast drop trailing zeros, and so does the
-- engine where such bytes meet a String in a union, an array or a condition.
-- bytes: FixedString of any length. Returns String of that length.
-- Example: length(vaBytes(toFixedString('a', 3))) = 3 and hex(vaBytes(toFixedString(unhex('0a00'), 2))) = '0A00'
create or replace function vaBytes as (bytes) -> concat(bytes, '')
