import { IconLock } from '@tabler/icons-react'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { useTranslation } from 'react-i18next'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { StatePanel } from '../../shared/feedback/StatePanel.tsx'
import { loadTextBundles } from '../../shared/i18n/i18n.ts'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { lazy } from '../../shared/lazy.tsx'
import { type PlantDetails, useCurrentPlant } from '../../shared/plant/plant.ts'
import { SettingsTabs } from '../../shared/plant/SettingsTabs.tsx'
import { useSearchParams } from '../../shared/search-params.ts'
import { ProgramsTab } from '../access-tokens/index.ts'
import { AttachmentsCard } from '../attachments/index.ts'
import { NoticesTab } from '../notices/index.ts'
import { OutwardConnections } from '../outward-connections/index.ts'
import { LogoCard } from '../pictures/index.ts'
import { WebhooksTab } from '../webhooks/index.ts'
import { AdvancedTab } from './AdvancedTab.tsx'
import { OwnerCard } from './OwnerCard.tsx'
import { PlantDataForm } from './PlantDataForm.tsx'
import { placeOf } from './plant-columns.tsx'
import * as styles from './plants.module.css'

/** Loads with the texts of all audited actions, which no other part needs. */
const AuditTab = lazy(
  async () => (await Promise.all([import('./AuditTab.tsx'), loadTextBundles('audit')]))[0].AuditTab,
  {
    meanwhile: <LoadingRows />,
  },
)

const VisitsTab = lazy(async () => (await import('./VisitsTab.tsx')).VisitsTab, { meanwhile: <LoadingRows /> })

const tabs = ['notices', 'webhooks', 'programs', 'advanced', 'audit', 'visits'] as const

/** Whether the tab exists for the person. */
const mayOpen = (tab: (typeof tabs)[number], { role }: PlantDetails['plant']): boolean =>
  tab !== 'webhooks' || roleMay(role, 'plant.administer')

/** General settings: plant data, irreversible actions, and audit. The tab is in the address. */
export function PlantSettingsPage() {
  const { t } = useTranslation('plants')
  const [{ tab }] = useSearchParams()
  const details = useCurrentPlant()
  const current = tabs.find((name) => name === tab && mayOpen(name, details.plant)) ?? 'general'
  return (
    <>
      <PageHeader
        title={t('plantSettings.title')}
        facts={
          <>
            <span>{placeOf(details.plant)}</span>
            <span>{t(`tier.${details.plant.tier}`)}</span>
          </>
        }
      />
      <SettingsTabs current={current} />
      {current === 'general' ? <General key={details.plant.plant_id} details={details} /> : null}
      {current === 'notices' ? <NoticesTab plant={details.plant} /> : null}
      {current === 'webhooks' ? <WebhooksTab plant={details.plant} /> : null}
      {current === 'programs' ? (
        <>
          <OutwardConnections plant={details.plant} />
          <ProgramsTab plant={details.plant} />
        </>
      ) : null}
      {current === 'advanced' ? <AdvancedTab details={details} /> : null}
      {current === 'audit' || current === 'visits' ? <LogIfAllowed details={details} log={current} /> : null}
    </>
  )
}

function General({ details }: { details: PlantDetails }) {
  return (
    <div className={styles.general}>
      <div className={styles.generalPart}>
        <PlantDataForm details={details} />
        <AnswerBoundary>
          <AttachmentsCard plant={details.plant} />
        </AnswerBoundary>
      </div>
      <div className={styles.generalPart}>
        <OwnerCard plant={details.plant} />
        <LogoCard plant={details.plant} />
      </div>
    </div>
  )
}

function LogIfAllowed({ details: { plant }, log }: { details: PlantDetails; log: 'audit' | 'visits' }) {
  const { t } = useTranslation('plants')
  if (roleMay(plant.role, 'audit.view'))
    return log === 'audit' ? <AuditTab plant={plant} /> : <VisitsTab plant={plant} />
  return (
    <div className="vx-card">
      <StatePanel icon={IconLock} title={t('audit.closedTitle')}>
        {t('audit.closedText')}
      </StatePanel>
    </div>
  )
}
