import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { lazy, useLatched } from '../shared/lazy.tsx'

const KeysDialog = lazy(async () => (await import('./KeysDialog.tsx')).KeysDialog)

/** Lists the keyboard shortcuts on `?`, whatever key produces it. */
export function Keys() {
  const [opened, dialog] = useDisclosure(false)
  const drawn = useLatched(opened)
  useHotkeys([
    ['?', dialog.open],
    ['shift+?', dialog.open],
  ])
  return drawn ? <KeysDialog opened={opened} onClose={dialog.close} /> : null
}
