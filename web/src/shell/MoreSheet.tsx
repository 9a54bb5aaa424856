import { Button } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { BottomSheet } from '../shared/feedback/BottomSheet.tsx'
import { toastFailure } from '../shared/feedback/toast.ts'
import { AppLink } from '../shared/navigation.tsx'
import { useSignOut } from '../shared/session/session.ts'
import { pathTo } from '../site-map.ts'
import * as styles from './frame.module.css'
import type { FramePartProps } from './frame-props.ts'
import { LanguageMenu } from './LanguageMenu.tsx'
import { type MenuEntry, plantMenu, startMenu } from './menu.ts'
import { ThemeMenu } from './ThemeMenu.tsx'
import { useMenuLabel } from './use-menu-label.ts'

/** Menu entries without room in the phone's bar. */
export function MoreSheet({ opened, onClose, ...part }: FramePartProps & { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('shell')
  return (
    <BottomSheet opened={opened} onClose={onClose} title={part.plantId ? t('more') : part.user.name}>
      <Sheet {...part} onChosen={onClose} />
    </BottomSheet>
  )
}

type SheetProps = FramePartProps & { onChosen: () => void }

function Sheet({ page, user, plantId, onChosen }: SheetProps) {
  const { t } = useTranslation('shell')
  const signOut = useSignOut()
  const entries = plantId ? plantMenu(plantId) : user.suspended ? [] : startMenu(user)
  return (
    <>
      <ul className={`${styles.choice} ${styles.sheet}`}>
        {entries.map((entry) => (
          <SheetEntry key={entry.place} entry={entry} isCurrent={entry.place === page.entry.menu} onChosen={onChosen} />
        ))}
        {plantId ? (
          <li>
            <AppLink to={pathTo('home')} onClick={onChosen}>
              {t('word.allPlants')}
            </AppLink>
          </li>
        ) : null}
        <li>
          <AppLink to={pathTo('support')} onClick={onChosen}>
            {t('menu.support')}
          </AppLink>
        </li>
        <li>
          <AppLink to={pathTo('userProfile', { userId: user.userid })} onClick={onChosen}>
            {t('page.userProfile')}
          </AppLink>
        </li>
      </ul>
      <div className={styles.sheetFoot}>
        <LanguageMenu />
        <ThemeMenu />
        <Button
          variant="default"
          leftSection={<IconLogout size={16} aria-hidden />}
          onClick={() => void signOut().catch(toastFailure)}
        >
          {t('signOut')}
        </Button>
      </div>
    </>
  )
}

type SheetEntryProps = { entry: MenuEntry; isCurrent: boolean; onChosen: () => void }

function SheetEntry({ entry, isCurrent, onChosen }: SheetEntryProps) {
  const menuWord = useMenuLabel()
  return (
    <li>
      <AppLink to={entry.to} aria-current={isCurrent ? 'page' : undefined} onClick={onChosen}>
        <span className={styles.sheetName}>
          <entry.icon size={20} stroke={1.8} aria-hidden />
          {menuWord(entry.word)}
        </span>
      </AppLink>
      {entry.children ? (
        <ul className={styles.sheetSub}>
          {entry.children.map(({ word, to }) => (
            <li key={to}>
              <AppLink to={to} onClick={onChosen}>
                {menuWord(word)}
              </AppLink>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  )
}
