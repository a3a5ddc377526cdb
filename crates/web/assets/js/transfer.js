// Games in and out: address, record, position, picture.

export function exchange() {}
