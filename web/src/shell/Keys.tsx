import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { lazy, useLatched } from '../shared/lazy.tsx'

const KeysDialog = lazy(async () => (await import('./KeysDialog.tsx')).KeysDialog)

/** Lists the keyboard shortcuts on `?`, whatever key produces it. */
export function Keys() {
  const [isOpen, dialog] = useDisclosure(false)
  const hasOpened = useLatched(isOpen)
  useHotkeys([
    ['?', dialog.open],
    ['shift+?', dialog.open],
  ])
  return hasOpened ? <KeysDialog opened={isOpen} onClose={dialog.close} /> : null
}
