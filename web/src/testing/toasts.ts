import { act } from '@testing-library/react'
import { closeToast } from '../shared/feedback/toast.ts'

/** More than the tests of one process show. */
const lastId = 2_000

/** Closes all toasts, also those of other files: tests share the loaded modules, and only two toasts are shown. */
export function closeToasts(): void {
  act(() => {
    for (let id = 0; id <= lastId; id++) closeToast(id)
  })
}
