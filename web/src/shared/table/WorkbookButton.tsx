import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { toastFailure } from '../feedback/toast.ts'
import { fileName } from '../file-name.ts'
import { chunkTimeoutMs, withTimeout } from '../lazy.tsx'
import { usePlantId } from '../plant/plant.ts'
import type { Sheet } from './workbook.ts'

/** Saves a page's data as a workbook; its code loads on the first press. */
export function WorkbookButton({ title, sheets }: { title: string; sheets: () => readonly Sheet[] }) {
  const queries = useQueryClient()
  const plantId = usePlantId()
  const save = async () => {
    const { saveWorkbook } = await withTimeout(import('./workbook.ts'), chunkTimeoutMs)
    await saveWorkbook(fileName({ title, type: 'xlsx' }, queries, plantId), sheets())
  }
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void save().catch(toastFailure)}
    >
      XLSX
    </Button>
  )
}
