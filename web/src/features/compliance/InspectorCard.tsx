import { Button, CopyButton, TextInput } from '@mantine/core'
import type { InspectorLink } from '@vigilux/contract/features/compliance/compliance.ts'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { requireSecret } from '../../shared/api/shown-once.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { changeBlockedReason } from '../../shared/plant/can-change.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { RoleAction } from '../../shared/plant/RoleAction.tsx'
import { pathTo } from '../../site-map.ts'
import * as styles from './compliance.module.css'

/** A QR code of a text. Until it is rendered, or after a failure, the text next to it must suffice. */
function QrCode({ text, label }: { text: string; label: string }) {
  const [picture, setPicture] = useState<string>()
  useEffect(() => {
    let isShown = true
    import('./qr-picture.ts')
      .then(({ qrPicture }) => qrPicture(text))
      .then((svg) => isShown && setPicture(`data:image/svg+xml,${encodeURIComponent(svg)}`))
      .catch(() => undefined)
    return () => {
      isShown = false
    }
  }, [text])
  return picture ? <img className={styles.qrCode} src={picture} alt={label} width={180} height={180} /> : null
}

/** Refetch interval of the open list of visits. */
const refetchMs = 30_000

/** The plant's inspector's pages: valid for a day, shown once, revocable. */
export function InspectorCard() {
  const { t } = useTranslation('compliance')
  const { plantId, plant } = useCurrentPlant()
  const [address, setAddress] = useState<string>()
  const mayShare = roleMay(plant.role, 'report.share')
  const createLink = useActionMutation('createInspectorLink', {
    refresh: ['getInspectorLinks'],
    onSuccess: ({ secret }) => {
      setAddress(
        `${window.location.origin}${window.location.pathname}#${pathTo('inspector', { secret: requireSecret(secret) })}`,
      )
    },
  })
  return (
    <Card title={t('inspector.title')}>
      <div className={styles.inspector}>
        <p className="vx-quiet">{t('inspector.about')}</p>
        {address ? <NewAddress address={address} /> : null}
        <RoleAction permission="report.share">
          <ReasonButton
            variant={address ? 'default' : 'filled'}
            blockedReason={changeBlockedReason(plant, 'report.share', t('inspector.whyNot'))}
            loading={createLink.isPending}
            onClick={() => createLink.mutate({ plantId })}
          >
            {t('inspector.make')}
          </ReasonButton>
        </RoleAction>
        <FormFailure error={createLink.error} />
        {mayShare ? (
          <AnswerBoundary>
            <Pages onClosed={() => setAddress(undefined)} />
          </AnswerBoundary>
        ) : null}
      </div>
    </Card>
  )
}

function NewAddress({ address }: { address: string }) {
  const { t } = useTranslation('compliance')
  return (
    <div role="status" className={styles.inspectorNew}>
      <QrCode text={address} label={t('inspector.qr')} />
      <TextInput
        label={t('inspector.address')}
        readOnly
        value={address}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={address}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? t('inspector.copied') : t('inspector.copy')}
          </Button>
        )}
      </CopyButton>
    </div>
  )
}

function Pages({ onClosed }: { onClosed: () => void }) {
  const { t } = useTranslation('compliance')
  const { plantId } = useCurrentPlant()
  const { links } = useAnswer('getInspectorLinks', { plantId }, { refetchInterval: refetchMs })
  const { registers } = useAnswer('getInspectorRegisters', { plantId }, { refetchInterval: refetchMs })
  const registersByLink = Map.groupBy(registers, ({ linkId }) => linkId)
  const open = links.filter(({ state }) => state === 'open')
  const endedLinks = links.filter(({ state }) => state !== 'open')
  return (
    <>
      <Lines links={open} registers={registersByLink} onClosed={onClosed} />
      {endedLinks.length > 0 ? (
        <details>
          <summary>{t('inspector.earlier', { n: endedLinks.length })}</summary>
          <Lines links={endedLinks} registers={registersByLink} onClosed={onClosed} />
        </details>
      ) : null}
    </>
  )
}

type Register = ActionOutput<'getInspectorRegisters'>['registers'][number]

type LinesProps = {
  links: readonly InspectorLink[]
  registers: ReadonlyMap<string, readonly Register[]>
  onClosed: () => void
}

function Lines({ links, registers, onClosed }: LinesProps) {
  if (links.length === 0) return null
  return (
    <ul className={styles.inspectorPages}>
      {links.map((link) => (
        <Line key={link.id} link={link} registers={registers.get(link.id) ?? []} onClosed={onClosed} />
      ))}
    </ul>
  )
}

type LineProps = { link: InspectorLink; registers: readonly Register[]; onClosed: () => void }

function Line({ link, registers, onClosed }: LineProps) {
  const { t } = useTranslation('compliance')
  const { plant } = useCurrentPlant()
  const { dateTime, number } = useFormats(plant.timezone)
  return (
    <li>
      <strong>
        {link.revokedBy
          ? t('inspector.revoked', { name: link.revokedBy })
          : t(`inspector.${link.state === 'open' ? 'open' : 'expired'}`)}
      </strong>
      <span>{t('inspector.ends', { at: dateTime(link.expiresAt) })}</span>
      <span className="vx-quiet">{t('inspector.openedBy', { at: dateTime(link.madeAt), name: link.madeBy })}</span>
      {link.visits > 0 ? (
        <details>
          <summary>{t('inspector.visits', { n: number(link.visits) })}</summary>
          <ul>
            {[...new Set(link.visitedAt)].map((at) => (
              <li key={at}>{dateTime(at)}</li>
            ))}
          </ul>
        </details>
      ) : (
        <span className="vx-quiet">{t('inspector.visits', { n: number(0) })}</span>
      )}
      {registers.length > 0 ? (
        <details>
          <summary>{t('inspector.registers', { n: number(registers.length) })}</summary>
          <ul>
            {registers.map(({ at }) => (
              <li key={at}>{dateTime(at)}</li>
            ))}
          </ul>
        </details>
      ) : null}
      {link.state === 'open' ? <CloseLinkButton link={link} onClosed={onClosed} /> : null}
    </li>
  )
}

function CloseLinkButton({ link, onClosed }: { link: InspectorLink; onClosed: () => void }) {
  const { t } = useTranslation('compliance')
  const { plantId } = useCurrentPlant()
  const [isConfirming, setConfirming] = useState(false)
  const revoke = useActionMutation('revokeInspectorLink', { refresh: ['getInspectorLinks'] })
  return (
    <>
      <Button size="xs" variant="default" c="var(--mantine-color-error)" onClick={() => setConfirming(true)}>
        {t('inspector.close')}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        destructive
        title={t('inspector.close')}
        confirmLabel={t('inspector.close')}
        onConfirm={async () => {
          await revoke.mutateAsync({ plantId, linkId: link.id })
          setConfirming(false)
          onClosed()
        }}
        onCancel={() => setConfirming(false)}
      >
        <p>{t('inspector.closeText')}</p>
        <FormFailure error={revoke.error} />
      </ConfirmDialog>
    </>
  )
}
