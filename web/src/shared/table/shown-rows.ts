import { createContext, useContext } from 'react'

/** The rows of a table in the order in which they are shown, over all its pages: for a cell that acts on those below it. */
export const ShownRows = createContext<readonly unknown[]>([])

export function useShownRows<Row>(): readonly Row[] {
  return useContext(ShownRows) as readonly Row[]
}
