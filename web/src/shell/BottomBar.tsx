import { Button, Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  type Icon,
  IconBell,
  IconBuildingCommunity,
  IconBulb,
  IconLayoutDashboard,
  IconLogout,
  IconMap,
  IconMapPin2,
  IconMenu2,
  IconQrcode,
  IconUser,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { toastFailure } from '../shared/feedback/toast.ts'
import { AppLink } from '../shared/navigation.tsx'
import { useSignOut } from '../shared/session/session.ts'
import { type MenuPlace, pathTo } from '../site-map.ts'
import type { FramePartProps } from './frame-props.ts'
import { LanguageMenu } from './LanguageMenu.tsx'
import { type MenuEntry, type MenuLink, plantMenu, startMenu } from './menu.ts'
import { ThemeMenu } from './ThemeMenu.tsx'
import { useMenuWord } from './use-menu-word.ts'

type Place = { place: MenuPlace | 'map' | 'scanInPlant'; icon: Icon; word: MenuLink['word']; to: string }

function plantPlaces(plantId: string): readonly Place[] {
  const at = { plantId }
  return [
    { place: 'overview', icon: IconLayoutDashboard, word: 'menu.overview', to: pathTo('plantOverview', at) },
    { place: 'devices', icon: IconBulb, word: 'menu.devices', to: pathTo('devices', at) },
    { place: 'scanInPlant', icon: IconQrcode, word: 'menu.scan', to: pathTo('qrLamps', at) },
    { place: 'rooms', icon: IconMapPin2, word: 'menu.plans', to: pathTo('plantMaps', at) },
  ]
}

const startPlaces: readonly Place[] = [
  { place: 'plants', icon: IconBuildingCommunity, word: 'menu.plants', to: pathTo('home') },
  { place: 'map', icon: IconMap, word: 'menu.map', to: pathTo('home', {}, { view: 'map' }) },
  { place: 'scan', icon: IconQrcode, word: 'menu.scan', to: pathTo('scan') },
  { place: 'attention', icon: IconBell, word: 'menu.attentionShort', to: pathTo('attention') },
]

/** The phone's bar: five places, the last of which holds the rest in the rail's order. */
export function BottomBar({ page, user, plantId }: FramePartProps) {
  const { t } = useTranslation('shell')
  const menuWord = useMenuWord()
  const [opened, sheet] = useDisclosure(false)
  const places = plantId ? plantPlaces(plantId) : user.suspended ? [] : startPlaces
  const elsewhere = !places.some(({ place }) => place === page.entry.menu)
  const Last = plantId ? IconMenu2 : IconUser
  return (
    <nav className="vx-bottom vx-no-print" aria-label={t('nav.phone')}>
      {places.map(({ place, icon: Mark, word, to }) => (
        <AppLink key={place} to={to} aria-current={place === page.entry.menu ? 'page' : undefined}>
          <i>
            <Mark size={22} stroke={1.8} aria-hidden />
          </i>
          {menuWord(word)}
        </AppLink>
      ))}
      <button type="button" aria-haspopup="dialog" data-active={opened || elsewhere || undefined} onClick={sheet.open}>
        <i>
          <Last size={22} stroke={1.8} aria-hidden />
        </i>
        {plantId ? t('nav.more') : t('nav.me')}
      </button>
      <Drawer
        opened={opened}
        onClose={sheet.close}
        position="bottom"
        size="auto"
        styles={{ content: { maxHeight: '85dvh' } }}
        radius="18px 18px 0 0"
        title={plantId ? t('nav.more') : user.name}
        closeButtonProps={{ 'aria-label': t('nav.close') }}
      >
        <Sheet page={page} user={user} plantId={plantId} onChosen={sheet.close} />
      </Drawer>
    </nav>
  )
}

type SheetProps = FramePartProps & { onChosen: () => void }

function Sheet({ page, user, plantId, onChosen }: SheetProps) {
  const { t } = useTranslation('shell')
  const signOut = useSignOut()
  const entries = plantId ? plantMenu(plantId) : user.suspended ? [] : startMenu(user)
  return (
    <>
      <ul className="vx-choice vx-sheet">
        {entries.map((entry) => (
          <SheetEntry key={entry.place} entry={entry} isCurrent={entry.place === page.entry.menu} onChosen={onChosen} />
        ))}
        {plantId ? (
          <li>
            <AppLink to={pathTo('home')} onClick={onChosen}>
              {t('switcher.all')}
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
      <div className="vx-sheet-foot">
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
  const menuWord = useMenuWord()
  return (
    <li>
      <AppLink to={entry.to} aria-current={isCurrent ? 'page' : undefined} onClick={onChosen}>
        <span className="vx-sheet-name">
          <entry.icon size={20} stroke={1.8} aria-hidden />
          {menuWord(entry.word)}
        </span>
      </AppLink>
      {entry.children ? (
        <ul className="vx-sheet-sub">
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
