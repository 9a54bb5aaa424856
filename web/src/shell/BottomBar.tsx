import { useDisclosure } from '@mantine/hooks'
import {
  type Icon,
  IconBell,
  IconBuildingCommunity,
  IconBulb,
  IconCalendarEvent,
  IconClipboardCheck,
  IconLayoutDashboard,
  IconMapPin2,
  IconMenu2,
  IconQrcode,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { lazy, useLatched } from '../shared/lazy.tsx'
import { AppLink } from '../shared/navigation.tsx'
import { type MenuPlace, pathTo } from '../site-map.ts'
import * as styles from './frame.module.css'
import type { FramePartProps } from './frame-props.ts'
import type { MenuLink } from './menu.ts'
import { useMenuLabel } from './use-menu-label.ts'

const AttentionCount = lazy(async () => (await import('../features/attention/index.ts')).AttentionCount, {
  quiet: true,
})
const MoreSheet = lazy(async () => (await import('./MoreSheet.tsx')).MoreSheet)

type Place = { place: MenuPlace | 'scanInPlant' | 'members'; icon: Icon; word: MenuLink['word']; to: string }

/** Maximum entries of the bar before the last; the first ones of the menu get them. */
const places = 4

function plantPlaces(plantId: string): readonly Place[] {
  const at = { plantId }
  return [
    { place: 'overview', icon: IconLayoutDashboard, word: 'menu.overview', to: pathTo('plantOverview', at) },
    { place: 'devices', icon: IconBulb, word: 'menu.devices', to: pathTo('devices', at) },
    { place: 'scanInPlant', icon: IconQrcode, word: 'menu.scan', to: pathTo('qrLamps', at) },
    { place: 'rooms', icon: IconMapPin2, word: 'menu.plans', to: pathTo('plantMaps', at) },
    { place: 'tests', icon: IconClipboardCheck, word: 'menu.testsShort', to: pathTo('plantReport', at) },
    { place: 'members', icon: IconUsers, word: 'menu.people', to: pathTo('plantUsers', at) },
  ]
}

const startPlaces: readonly Place[] = [
  { place: 'plants', icon: IconBuildingCommunity, word: 'menu.plants', to: pathTo('home') },
  { place: 'week', icon: IconCalendarEvent, word: 'menu.week', to: pathTo('week') },
  { place: 'scan', icon: IconQrcode, word: 'menu.scan', to: pathTo('scan') },
  { place: 'attention', icon: IconBell, word: 'menu.attentionShort', to: pathTo('attention') },
]

/** The phone's bar: five entries, the last of which opens the rest in the rail's order. */
export function BottomBar({ page, user, plantId }: FramePartProps) {
  const { t } = useTranslation('shell')
  const menuWord = useMenuLabel()
  const [isOpen, sheet] = useDisclosure(false)
  const hasOpened = useLatched(isOpen)
  const shown = (plantId ? plantPlaces(plantId) : user.suspended ? [] : startPlaces).slice(0, places)
  // The test calendar has no entry of its own.
  const currentPlace = page.entry.menu === 'testCalendar' ? 'week' : page.entry.menu
  const isOtherPage = !shown.some(({ place }) => place === currentPlace)
  const LastIcon = plantId ? IconMenu2 : IconUser
  return (
    <nav className={`${styles.bottom} vx-no-print`} data-part="bottom-bar" aria-label={t('nav.phone')}>
      {shown.map(({ place, icon: Mark, word, to }) => (
        <AppLink
          key={place}
          to={to}
          data-scan={word === 'menu.scan' || undefined}
          aria-current={place === currentPlace ? 'page' : undefined}
        >
          <i>
            <Mark size={22} stroke={1.8} aria-hidden />
            {place === 'attention' ? <AttentionCount /> : null}
          </i>
          {menuWord(word)}
        </AppLink>
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        data-active={isOpen || isOtherPage || undefined}
        onClick={sheet.open}
      >
        <i>
          <LastIcon size={22} stroke={1.8} aria-hidden />
        </i>
        {plantId ? t('more') : t('nav.me')}
      </button>
      {hasOpened ? <MoreSheet page={page} user={user} plantId={plantId} opened={isOpen} onClose={sheet.close} /> : null}
    </nav>
  )
}
