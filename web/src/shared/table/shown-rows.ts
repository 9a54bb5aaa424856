import { createContext, useContext } from 'react'

/** The rows of a table in display order, over all its pages: for a cell with an effect on the rows below it. */
export const ShownRows = createContext<readonly unknown[]>([])

export function useShownRows<Row>(): readonly Row[] {
  return useContext(ShownRows) as readonly Row[]
}
