import { Button, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import * as styles from './layout.module.css'
import { usePhone } from './use-phone.ts'

/** Overrides the place beside the button, which the menu computes. */
const atTheThumb = { position: 'fixed', top: 'auto', right: 0, bottom: 0, left: 0, width: 'auto' } as const

/** Further actions of a page, as `Menu.Item`s: on a phone a sheet from below. */
export function MoreMenu({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shared')
  const phone = usePhone()
  return (
    <Menu position="bottom-end" withOverlay={phone} trapFocus>
      <Menu.Target>
        <Button
          className={styles.pageMore}
          data-part="page-more"
          variant="default"
          leftSection={<IconDots size={16} aria-hidden />}
        >
          {t('more')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown {...(phone && { className: styles.moreSheet, style: atTheThumb })}>{children}</Menu.Dropdown>
    </Menu>
  )
}
