import { Popover, UnstyledButton } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadingRows } from '../shared/feedback/Loading.tsx'
import { loadTextBundles } from '../shared/i18n/i18n.ts'
import { lazy } from '../shared/lazy.tsx'
import { useIsDemo } from '../shared/session/session.ts'
import * as styles from './frame.module.css'

const DemoMenu = lazy(
  async () => {
    const [{ DemoMenu }] = await Promise.all([import('../demo/DemoMenu.tsx'), loadTextBundles('demo')])
    return DemoMenu
  },
  { meanwhile: <LoadingRows rows={3} /> },
)

/** Demo only: the visitor's controls, above the visible page. */
export function DemoButton() {
  const { t } = useTranslation('shell')
  const [isOpen, setOpen] = useState(false)
  if (!useIsDemo()) return null
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={400} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={styles.demoOpen} aria-label={t('demo')} onClick={() => setOpen(!isOpen)}>
          <IconFlask size={16} aria-hidden />
          <span>{t('demo')}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={styles.demoDrop} aria-label={t('demo')}>
        {isOpen ? <DemoMenu /> : null}
      </Popover.Dropdown>
    </Popover>
  )
}
