import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { readSheet } from 'read-excel-file/node'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, renderInPlant } from '../../testing/plant.tsx'
import * as files from '../save-blob.ts'
import { ExportMenu } from './ExportMenu.tsx'
import { WorkbookButton } from './WorkbookButton.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a file is named after its content, the day and the plant', async () => {
  const saveBlob = vi.spyOn(files, 'saveBlob').mockImplementation(() => undefined)
  const columns = [{ id: 'name', header: 'Name', cell: (row: string) => row, value: (row: string) => row }]
  await renderInPlant(
    <>
      <ExportMenu title="Zones" rows={async () => ['One']} columns={columns} />
      <WorkbookButton title="Batteries" sheets={() => [{ cells: [['Code']] as never }]} />
    </>,
    plantWith(),
  )
  const day = new Date().toLocaleDateString('sv', { timeZone: 'Europe/Rome' })
  fireEvent.click(await screen.findByRole('button', { name: 'Export' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: /CSV/ }))
  await waitFor(() => expect(saveBlob.mock.lastCall?.[1]).toBe(`Zones ${day} – Hotel Bellavista.csv`))
  fireEvent.click(screen.getByRole('button', { name: 'XLSX' }))
  await waitFor(() => expect(saveBlob.mock.lastCall?.[1]).toBe(`Batteries ${day} – Hotel Bellavista.xlsx`))
})

test.each([
  ['XLSX', /Excel|XLSX/],
  ['CSV', /CSV/],
])('a file as %s uses plant time and names the zone in its header', async (kind, item) => {
  const saveBlob = vi.spyOn(files, 'saveBlob').mockImplementation(() => undefined)
  const at = '2026-11-28T19:05:30.000Z'
  const columns = [{ id: 'at', header: 'Time', cell: (row: string) => row, value: (row: string) => row }]
  await renderInPlant(
    <ExportMenu title="Logbook" rows={async () => [at]} columns={columns} />,
    plantWith({ plant: { timezone: 'Asia/Kolkata' } }),
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Export' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: item }))
  await waitFor(() => expect(saveBlob).toHaveBeenCalled())
  const blob = saveBlob.mock.lastCall?.[0] as Blob
  if (kind === 'CSV') expect(await blob.text()).toContain('Time (Asia/Kolkata)\r\n2026-11-29 00:35\r\n')
  else {
    const rows = await readSheet(Buffer.from(await blob.arrayBuffer()))
    expect(rows).toEqual([['Time (Asia/Kolkata)'], [new Date('2026-11-29T00:35:00Z')]])
  }
})
