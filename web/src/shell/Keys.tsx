import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { later, useOnceTrue } from '../shared/later.tsx'

const KeysDialog = later(async () => (await import('./KeysDialog.tsx')).KeysDialog)

/** Lists the keys when somebody presses `?`, which most keyboards have above another key. */
export function Keys() {
  const [opened, dialog] = useDisclosure(false)
  const drawn = useOnceTrue(opened)
  useHotkeys([
    ['?', dialog.open],
    ['shift+?', dialog.open],
  ])
  return drawn ? <KeysDialog opened={opened} onClose={dialog.close} /> : null
}
