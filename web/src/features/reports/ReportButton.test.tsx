import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { Report } from '@vigilux/contract/features/reports/report.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { clearPresses, useActionMutation } from '../../shared/api/use-action.ts'
import * as files from '../../shared/save-blob.ts'
import { plantId, plantWith, refusal, renderInPlant } from '../../testing/plant.tsx'
import { sampleAnswer } from '../../testing/sample-answer.ts'
import { ReportButton } from './ReportButton.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const { report } = sampleAnswer('getReport') as { report: Report }
const link = { url: '/files/register', name: 'Verification.pdf', bytes: 8 }

function HandoverPdf() {
  const create = useActionMutation('createHandoverReport')
  return (
    <ReportButton create={create} onCreate={() => create.mutate({ plantId, handoverId: plantId, language: 'en' })} />
  )
}

/** Shows the button; each order is ready at once, and `downloads` answers the requests for its file in turn. */
const open = async (downloads: unknown[]) => {
  const saveBlob = vi.spyOn(files, 'saveBlob').mockImplementation(() => undefined)
  const { calls } = await renderInPlant(<HandoverPdf />, plantWith(), ({ action }) => {
    if (action === 'createHandoverReport') return { report: { ...report, state: 'queued' } }
    if (action === 'getReport') return { report: { ...report, state: 'ready' } }
    return action === 'downloadReport' ? downloads.shift() : {}
  })
  const callAction = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) =>
    init?.body ? callAction(url, init) : new Response('%PDF-1.7'),
  )
  const countOf = (name: string) => calls.filter(({ action }) => action === name).length
  return { saveBlob, countOf }
}

test('one press makes the PDF and saves it', async () => {
  const { saveBlob, countOf } = await open([link])
  await userEvent.click(await screen.findByRole('button', { name: 'PDF' }))
  await vi.waitFor(() => expect(saveBlob.mock.calls.map(([, name]) => name)).toEqual(['Verification.pdf']))
  await screen.findByRole('button', { name: 'PDF' })
  expect(countOf('createHandoverReport')).toBe(1)
})

test('a download that fails says why, and the next press saves the same PDF', async () => {
  const { saveBlob, countOf } = await open([refusal('FILE_NOT_FOUND'), link])
  await userEvent.click(await screen.findByRole('button', { name: 'PDF' }))
  await screen.findByText('This file no longer exists.')
  clearPresses()
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await vi.waitFor(() => expect(saveBlob).toHaveBeenCalledOnce())
  expect(countOf('createHandoverReport')).toBe(1)
})
