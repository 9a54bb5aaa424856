const memoByFunction = new WeakMap<object, unknown>()

/** Memoizes a function of a row: a changed row is a new object. Only for functions that depend on the row alone; each function has one cache. */
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
