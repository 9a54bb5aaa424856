import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
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

test('a file is named after what it is, the day and the plant', async () => {
  const saved = vi.spyOn(files, 'saveBlob').mockImplementation(() => undefined)
  const columns = [{ id: 'name', header: 'Name', cell: (row: string) => row, value: (row: string) => row }]
  await renderInPlant(
    <>
      <ExportMenu title="Zones" rows={async () => ['One']} columns={columns} />
      <WorkbookButton title="Batteries" sheets={() => [{ cells: [['Code']] as never }]} />
    </>,
    plantWith(),
  )
  const day = new Date().toLocaleDateString('sv')
  fireEvent.click(await screen.findByRole('button', { name: 'Export' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: /CSV/ }))
  await waitFor(() => expect(saved.mock.lastCall?.[1]).toBe(`Zones ${day} – Hotel Bellavista.csv`))
  fireEvent.click(screen.getByRole('button', { name: 'XLSX' }))
  await waitFor(() => expect(saved.mock.lastCall?.[1]).toBe(`Batteries ${day} – Hotel Bellavista.xlsx`))
})
