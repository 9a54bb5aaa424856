import { Kbd } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../shared/feedback/Dialog.tsx'
import { useLanguage } from '../shared/i18n/i18n.ts'
import { controlKeyOf } from './control-key.ts'
import * as styles from './frame.module.css'

/** Keyboard shortcuts and their keys. */
const keys = [
  ['search', ['Ctrl', 'K']],
  ['page', ['/']],
  ['move', ['↑', '↓']],
  ['open', ['Enter']],
  ['select', ['Space']],
  ['range', ['Shift', 'Space']],
  ['all', ['Ctrl', 'A']],
  ['neighbour', ['Alt', '↑', '↓']],
  ['close', ['Esc']],
  ['keys', ['?']],
] as const

/** The list of keyboard shortcuts, above the page. */
export function KeysDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  return (
    <Dialog opened={opened} onClose={onClose} title={t('keys.title')}>
      <dl className={styles.keys}>
        {keys.map(([name, keyNames]) => (
          <div key={name}>
            <dt>
              {keyNames.map((key) => (
                <Kbd key={key}>{key === 'Ctrl' ? controlKeyOf(language) : key}</Kbd>
              ))}
            </dt>
            <dd>{t(`keys.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
