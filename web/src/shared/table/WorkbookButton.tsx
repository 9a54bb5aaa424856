import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { toastFailure } from '../feedback/toast.ts'
import { useFileName } from '../use-file-name.ts'
import type { Sheet } from './workbook.ts'

/** Saves what a page shows as a workbook; the code for it is fetched when it is pressed. */
export function WorkbookButton({ title, sheets }: { title: string; sheets: () => readonly Sheet[] }) {
  const fileName = useFileName()
  const save = async () => (await import('./workbook.ts')).saveWorkbook(await fileName(title, 'xlsx'), sheets())
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
