import { Avatar, Menu, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconLifebuoy, IconPin } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useAction } from '../shared/api/use-action.ts'
import { useAnswer } from '../shared/api/use-answer.ts'
import { AnswerBoundary } from '../shared/feedback/AnswerBoundary.tsx'
import { useFormats } from '../shared/format/format.ts'
import { loadTextBundles } from '../shared/i18n/i18n.ts'
import { lazy } from '../shared/lazy.tsx'
import { AppLink } from '../shared/navigation.tsx'
import { usePlantDetails } from '../shared/plant/plant.ts'
import type { SessionUser } from '../shared/session/session-api.ts'
import { pathTo } from '../site-map.ts'
import * as styles from './frame.module.css'
import type { FramePartProps } from './frame-props.ts'
import { Logo } from './Logo.tsx'
import { type DeviceCounts, type MenuEntry, type MenuLink, plantMenu, startMenu } from './menu.ts'
import { PlantSwitcher } from './PlantSwitcher.tsx'
import { useMenuLabel } from './use-menu-label.ts'

/** The rail: 224 px, or 64 px of icons between 760 and 1100 px; hidden on the phone. */
export function Rail({ page, user, plantId }: FramePartProps) {
  const { t } = useTranslation('shell')
  const isNarrow = useMediaQuery('(max-width: 68.74em)', false, { getInitialValueInEffect: false })
  const counts = useDeviceCounts(plantId)
  const entries = plantId ? plantMenu(plantId, counts) : user.suspended ? [] : startMenu(user)
  return (
    <div className={`${styles.rail} vx-no-print`}>
      <Logo />
      {plantId ? <PlantSwitcher plantId={plantId} narrow={isNarrow} /> : null}
      <nav aria-label={t('nav.main')} className={styles.railNav}>
        {entries.map((entry) => (
          <RailEntry
            key={entry.place}
            entry={entry}
            plantId={plantId}
            active={entry.place === page.entry.menu}
            narrow={isNarrow}
          />
        ))}
        {plantId || user.suspended ? null : (
          <AnswerBoundary quiet>
            <RecentPlants narrow={isNarrow} />
          </AnswerBoundary>
        )}
      </nav>
      <nav aria-label={t('nav.own')}>
        <RailLink
          narrow={isNarrow}
          active={page.entry.menu === 'support'}
          label={t('menu.support')}
          to={pathTo('support')}
          icon={<IconLifebuoy size={18} stroke={1.8} aria-hidden />}
        />
        <OwnName user={user} narrow={isNarrow} active={page.entry.menu === 'profile'} />
      </nav>
    </div>
  )
}

/** Number of devices of each kind on the plant's units. */
function useDeviceCounts(plantId: string | undefined): DeviceCounts {
  const details = usePlantDetails(plantId ?? '', plantId !== undefined)
  if (!details.data) return {}
  const { units } = details.data
  const totalOf = (kind: 'emergency' | 'lighting' | 'present') =>
    units.reduce((total, unit) => total + unit.lamps[kind], 0)
  const [presentCount, emergency, lighting] = [totalOf('present'), totalOf('emergency'), totalOf('lighting')]
  // Sensors, inputs, outputs, and all other devices except lamps.
  return {
    all: presentCount,
    emergency,
    lighting,
    sensors: presentCount - emergency - lighting,
    centralunits: units.length,
  }
}

type RailEntryProps = { entry: MenuEntry; plantId: string | undefined; active: boolean; narrow: boolean }

function RailEntry({ entry, plantId, active, narrow }: RailEntryProps) {
  const menuWord = useMenuLabel()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const icon = <entry.icon size={18} stroke={1.8} aria-hidden />
  const children = entry.children ?? []
  if (narrow && children.length > 0)
    return (
      <Menu position="right-start" withinPortal>
        <Menu.Target>
          <button
            type="button"
            className={styles.railLink}
            data-active={active || undefined}
            title={menuWord(entry.word)}
          >
            {icon}
            <span className="vx-hidden">{menuWord(entry.word)}</span>
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {children.map((link) => (
            <Menu.Item key={link.to} component={AppLink} to={link.to}>
              {menuWord(link.word)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    )
  const open = active && children.length > 0
  return (
    <>
      <RailLink
        narrow={narrow}
        active={active && !open}
        open={open}
        label={menuWord(entry.word)}
        to={entry.to}
        icon={icon}
        count={narrow ? null : <RailCount place={entry.place} plantId={plantId} />}
      />
      {open ? <SubEntries links={children} path={path} /> : null}
    </>
  )
}

function SubEntries({ links, path }: { links: readonly MenuLink[]; path: string }) {
  const menuWord = useMenuLabel()
  const { number } = useFormats()
  return (
    <ul className={styles.railSub}>
      {links.map(({ word, to, count }) => (
        <li key={to}>
          <AppLink to={to} className={styles.railLink} aria-current={to === path ? 'page' : undefined}>
            <span>{menuWord(word)}</span>
            {count ? <small>{number(count)}</small> : null}
          </AppLink>
        </li>
      ))}
    </ul>
  )
}

const AttentionCount = lazy(async () => (await import('../features/attention/index.ts')).AttentionCount, {
  quiet: true,
})

const ComplianceMark = lazy(
  async () =>
    (await Promise.all([import('../features/compliance/ComplianceMark.tsx'), loadTextBundles('compliance')]))[0]
      .ComplianceMark,
  { quiet: true },
)

/** The verdict as a page of the plant has read it; the rail asks for none itself. */
function ComplianceState({ plantId }: { plantId: string }) {
  const { data } = useAction('getCompliance', { plantId }, { enabled: false })
  return data ? <ComplianceMark found={data} /> : null
}

/** Pending invitations as the home or their page has read them. */
function InvitationCount() {
  const { data } = useAction('checkInvitoPendente', {}, { enabled: false })
  return data && data.invitations.length > 0 ? <small>{data.invitations.length}</small> : null
}

/** The count or state at the end of an entry; most have none. */
function RailCount({ place, plantId }: { place: MenuEntry['place']; plantId: string | undefined }) {
  if (place === 'attention') return <AttentionCount />
  if (place === 'invitations') return <InvitationCount />
  return place === 'compliance' && plantId ? <ComplianceState plantId={plantId} /> : null
}

type RailLinkProps = {
  narrow: boolean
  active: boolean
  open?: boolean
  label: string
  to: string
  icon: React.ReactNode
  count?: React.ReactNode
}

function RailLink({ narrow, active, open, label, to, icon, count }: RailLinkProps) {
  return (
    <Tooltip label={label} position="right" disabled={!narrow}>
      <AppLink
        to={to}
        className={styles.railLink}
        aria-current={active ? 'page' : undefined}
        data-open={open || undefined}
      >
        {icon}
        <span className={narrow ? 'vx-hidden' : undefined}>{label}</span>
        {count}
      </AppLink>
    </Tooltip>
  )
}

function RecentPlants({ narrow }: { narrow: boolean }) {
  const { t } = useTranslation('shell')
  const recentPlants = useAnswer('getUserInfos', {}).user.recentPlants
  if (recentPlants.length === 0) return null
  return (
    <>
      <p className={narrow ? 'vx-hidden' : styles.railCaption}>{t('nav.recent')}</p>
      {recentPlants.slice(0, 5).map(({ plant_id, plantname }) => (
        <RailLink
          key={plant_id}
          narrow={narrow}
          active={false}
          label={plantname}
          to={pathTo('plantOverview', { plantId: plant_id })}
          icon={<IconPin size={18} stroke={1.8} aria-hidden />}
        />
      ))}
    </>
  )
}

function OwnName({ user, narrow, active }: { user: SessionUser; narrow: boolean; active: boolean }) {
  const { t } = useTranslation('shell')
  const name = user.name || user.email
  return (
    <AppLink
      to={pathTo('userProfile', { userId: user.userid })}
      className={`${styles.railLink} ${styles.railPerson}`}
      aria-current={active ? 'page' : undefined}
    >
      <Avatar size={28} name={name} color="brand" aria-hidden />
      <span className={narrow ? 'vx-hidden' : undefined}>
        <b>{name}</b>
        <small>{t(`usertype.${user.usertype}`)}</small>
      </span>
    </AppLink>
  )
}
