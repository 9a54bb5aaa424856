const memoByFunction = new WeakMap<object, unknown>()

/**
 * The same function, which works out once for each row what it says of it: a row that changes is another row. For those
 * that look at the row alone; of one function there is one memory.
 */
export function memoizeByRow<Row, Value extends NonNullable<unknown>>(read: (row: Row) => Value): (row: Row) => Value {
  const before = memoByFunction.get(read)
  if (before) return before as typeof read
  const values = new WeakMap<object, Value>()
  const remember = (row: Row): Value => {
    if (typeof row !== 'object' || row === null) return read(row)
    const known = values.get(row)
    if (known !== undefined) return known
    const value = read(row)
    values.set(row, value)
    return value
  }
  memoByFunction.set(read, remember)
  return remember
}
