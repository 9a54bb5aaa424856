import { ActionIcon } from '@mantine/core'
import { IconArrowLeft, IconChevronRight } from '@tabler/icons-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { AnswerBoundary } from '../shared/feedback/AnswerBoundary.tsx'
import { AppLink, useNavigateTo } from '../shared/navigation.tsx'
import { usePlantDetails } from '../shared/plant/plant.ts'
import { pathTo } from '../site-map.ts'
import { AttentionBell } from './AttentionBell.tsx'
import { CommandPill } from './CommandPill.tsx'
import { usePageTitle } from './current-page.ts'
import { DemoButton } from './DemoButton.tsx'
import * as styles from './frame.module.css'
import type { FramePartProps } from './frame-props.ts'
import { LanguageMenu } from './LanguageMenu.tsx'
import { LivePill, LiveWord } from './LivePill.tsx'
import { Logo } from './Logo.tsx'
import { SearchDialog } from './SearchDialog.tsx'
import { ThemeMenu } from './ThemeMenu.tsx'
import { UserMenu } from './UserMenu.tsx'

/** Current place, activity, and age of the data. */
export function TopBar({ page, user, plantId, phone }: FramePartProps & { phone: boolean }) {
  return (
    <header className={`${styles.top} vx-no-print`} data-part="top-bar">
      {phone ? <PhoneTitle page={page} plantId={plantId} /> : <Breadcrumb page={page} plantId={plantId} />}
      <span className={styles.topSpace} />
      {plantId ? (
        <AnswerBoundary quiet>
          <CommandPill plantId={plantId} />
        </AnswerBoundary>
      ) : null}
      <SearchDialog user={user} plantId={plantId} />
      {phone ? null : <LivePill />}
      <DemoButton />
      {phone ? null : (
        <span className={styles.topWide}>
          {user.suspended ? null : <AttentionBell />}
          <LanguageMenu />
          <ThemeMenu />
          <UserMenu user={user} />
        </span>
      )}
    </header>
  )
}

type PlaceProps = Pick<FramePartProps, 'page' | 'plantId'>

function usePlantName(plantId: string | undefined): { name: string; city: string } | undefined {
  const details = usePlantDetails(plantId ?? '', plantId !== undefined)
  if (!details.data) return undefined
  const { plantname, address } = details.data.plant
  return { name: plantname, city: address.city }
}

/** The plant's name may be truncated, the last part never. */
function Breadcrumb({ page, plantId }: PlaceProps) {
  const { t } = useTranslation('shell')
  const title = usePageTitle(page.name)
  const plant = usePlantName(plantId)
  const parentLinks = [
    ...(page.name === 'home' ? [] : [{ to: pathTo('home'), text: t('menu.plants') }]),
    ...(plantId && plant ? [{ to: pathTo('plantOverview', { plantId }), text: plant.name }] : []),
  ]
  return (
    <nav aria-label={t('nav.breadcrumb')} className={styles.crumbs}>
      {parentLinks.map(({ to, text }) => (
        <Fragment key={to}>
          <AppLink to={to} title={text}>
            {text}
          </AppLink>
          <IconChevronRight size={14} aria-hidden />
        </Fragment>
      ))}
      <span aria-current="page">{title}</span>
    </nav>
  )
}

function PhoneTitle({ page, plantId }: PlaceProps) {
  const { t } = useTranslation('shared')
  const navigateTo = useNavigateTo()
  const title = usePageTitle(page.name)
  const plant = usePlantName(plantId)
  const isStart = page.name === 'home'
  const isOverview = page.name === 'plantOverview'
  const up = plantId && !isOverview ? pathTo('plantOverview', { plantId }) : pathTo('home')
  return (
    <div className={styles.phoneTitle} data-part="phone-title">
      {isStart ? (
        <Logo />
      ) : (
        <ActionIcon size={44} aria-label={t('back')} onClick={() => navigateTo(up)}>
          <IconArrowLeft size={22} />
        </ActionIcon>
      )}
      <span>
        {isOverview && plant ? <PlantName name={plant.name} /> : <b>{title}</b>}
        <small>
          <LiveWord />
          {plant ? <span>{isOverview ? plant.city : plant.name}</span> : null}
        </small>
      </span>
    </div>
  )
}

/** A long name loses its middle: the last part tells the buildings of one place apart. */
function PlantName({ name }: { name: string }) {
  const at = startOfLastPart(name)
  return (
    <b className={styles.phonePlant}>
      <span>{name.slice(0, at)}</span>
      <span>{name.slice(at)}</span>
    </b>
  )
}

/** Where the last part of a name begins: at a dash or a comma, otherwise before its last word. */
function startOfLastPart(name: string): number {
  const at = name.search(/\s[–—-]\s[^–—]*$|,\s[^,]*$|\s\S+$/)
  return at < 0 ? name.length : at
}
