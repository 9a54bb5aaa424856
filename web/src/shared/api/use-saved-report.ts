import { useMutation } from '@tanstack/react-query'
import { ApiFailure } from '@vigilux/client/failure.ts'
import type { FileLink } from '@vigilux/contract/features/files/file.ts'
import type { Report } from '@vigilux/contract/features/reports/report.ts'
import { useEffect, useRef } from 'react'
import { saveBlob } from '../save-blob.ts'
import { fetchFile } from './download.ts'

/** Polling interval for the state of a report. */
const pollMs = 1500

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

type MadeReport = { report: Pick<Report, 'state' | 'error'>; file: FileLink | null }

/** Orders a report, waits until it is made, and saves its file: one press. Leaving the page ends the wait. */
export function useSavedReport(order: () => Promise<string>, read: (reportId: string) => Promise<MadeReport>) {
  const hasLeft = useRef(false)
  useEffect(() => {
    hasLeft.current = false
    return () => {
      hasLeft.current = true
    }
  }, [])
  return useMutation<void, ApiFailure, void>({
    mutationFn: async () => {
      const reportId = await order()
      while (!hasLeft.current) {
        const { report, file } = await read(reportId)
        if (file) return saveBlob(await fetchFile(file), file.name)
        if (report.state === 'failed' || report.state === 'ready')
          throw new ApiFailure(report.error ?? 'INTERNAL_ERROR', 500)
        await wait(pollMs)
      }
    },
  })
}
