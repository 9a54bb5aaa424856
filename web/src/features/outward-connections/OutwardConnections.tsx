import { IconInfoCircle, IconPlus } from '@tabler/icons-react'
import {
  type OutwardBridge,
  outwardKinds,
  outwardUnreliableS,
} from '@vigilux/contract/features/outward-connections/outward-connection.ts'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useNow } from '../../shared/format/RelativeTime.tsx'
import { archivedReason } from '../../shared/plant/can-change.ts'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { serverNow } from '../../shared/plant/server-clock.ts'
import { AddConnection } from './AddConnection.tsx'
import { ConnectionRow } from './ConnectionRow.tsx'
import { isSilent } from './connection-state.ts'
import * as styles from './outward-connections.module.css'
import { WebhooksRow } from './WebhooksRow.tsx'

type Plant = PlantDetails['plant']

/** A bridge reports every 10 s without an event, so an open page reads as often as it shows something new. */
const refetchMs = 5_000

/** Connections of the plant to other systems, through bridges on site and webhooks. */
export function OutwardConnections({ plant }: { plant: Plant }) {
  const { t } = useTranslation('outward-connections')
  const [isAdding, setAdding] = useState(false)
  const mayChange = roleMay(plant.role, 'plant.administer')
  return (
    <section className={`vx-card ${styles.outward}`}>
      <header className={styles.outwardHead}>
        <h2>{t('title')}</h2>
        {mayChange ? (
          <ReasonButton
            variant="default"
            blockedReason={archivedReason(plant)}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {t('add')}
          </ReasonButton>
        ) : null}
        <p>{t('text')}</p>
        {mayChange ? null : <p>{t('onlyAdministrator')}</p>}
      </header>
      <AnswerBoundary>
        <Connections plant={plant} mayChange={mayChange} />
      </AnswerBoundary>
      {isAdding ? <AddConnection plant={plant} onClose={() => setAdding(false)} /> : null}
    </section>
  )
}

function Connections({ plant, mayChange }: { plant: Plant; mayChange: boolean }) {
  const { t } = useTranslation('outward-connections')
  const { bridges } = useAnswer('getOutwardConnections', { plantId: plant.plant_id }, { refetchInterval: refetchMs })
  const now = serverNow(useNow())
  return (
    <>
      <ul className={styles.outwardRows}>
        {byKind(bridges).map(({ bridge, connection }) => (
          <ConnectionRow
            key={`${bridge.token.id} ${connection.kind}`}
            plant={plant}
            bridge={bridge}
            connection={connection}
            mayChange={mayChange}
            now={now}
          />
        ))}
        {bridges.length === 0 ? <li className={styles.outwardNone}>{t('none')}</li> : null}
        {mayChange ? (
          <AnswerBoundary quiet>
            <WebhooksRow plantId={plant.plant_id} />
          </AnswerBoundary>
        ) : null}
      </ul>
      {bridges.length > 0 ? <BridgeLines plant={plant} bridges={bridges} now={now} /> : null}
    </>
  )
}

const byKind = (bridges: readonly OutwardBridge[]) =>
  outwardKinds.flatMap((kind) =>
    bridges.flatMap((bridge) =>
      bridge.connections.filter((connection) => connection.kind === kind).map((connection) => ({ bridge, connection })),
    ),
  )

/** Which site computers report, and when each did last. */
function BridgeLines({ plant, bridges, now }: { plant: Plant; bridges: readonly OutwardBridge[]; now: number }) {
  const { t } = useTranslation('outward-connections')
  const { ago, dateTime } = useFormats(plant.timezone)
  const lineOf = (bridge: OutwardBridge) => {
    const { host, version, reportedAt } = bridge
    if (isSilent(bridge, now)) return t('bridge.silent', { host, at: dateTime(reportedAt) })
    return t('bridge.connected', { host, version, ago: ago(reportedAt, now) })
  }
  // One site computer may run a bridge for each token: the last report of each speaks for it.
  const live = bridges.filter(({ token }) => token.end === null)
  const newest = live.toSorted((a, b) => a.reportedAt.localeCompare(b.reportedAt))
  const byComputer = new Map(newest.map((bridge) => [`${bridge.host} ${isSilent(bridge, now)}`, bridge]))
  return (
    <footer className={styles.outwardFoot}>
      <IconInfoCircle size={16} aria-hidden />
      <div>
        <p>{t('unreliable', { seconds: outwardUnreliableS })}</p>
        {[...byComputer].map(([key, bridge]) => (
          <p key={key}>{lineOf(bridge)}</p>
        ))}
      </div>
    </footer>
  )
}
