import { Avatar, Menu, UnstyledButton } from '@mantine/core'
import { IconLogout, IconUser } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { toastFailure } from '../shared/feedback/toast.ts'
import { AppLink } from '../shared/navigation.tsx'
import { useSignOut } from '../shared/session/session.ts'
import type { SessionUser } from '../shared/session/session-api.ts'
import { pathTo } from '../site-map.ts'
import * as styles from './frame.module.css'

export function UserMenu({ user }: { user: SessionUser }) {
  const { t } = useTranslation('shell')
  const signOut = useSignOut()
  const name = user.name || user.email
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <UnstyledButton className={styles.person}>
          <span className="vx-hidden">{t('userMenu', { name })}</span>
          <Avatar size={30} name={name} color="brand" aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.email}</Menu.Label>
        <Menu.Item
          component={AppLink}
          to={pathTo('userProfile', { userId: user.userid })}
          leftSection={<IconUser size={16} aria-hidden />}
        >
          {t('page.userProfile')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLogout size={16} aria-hidden />}
          onClick={() => void signOut().catch(toastFailure)}
        >
          {t('signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
