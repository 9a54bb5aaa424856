import { NumberInput, Select } from '@mantine/core'
import {
  type Contact,
  contact,
  contactConjunctions,
  contactSignals,
} from '@vigilux/contract/features/central-units/unit-detail.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { UnsavedCount } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { LeaveQuestion } from '../../shared/form/UnsavedGuard.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSentCommand } from '../../shared/plant/use-sent-command.tsx'
import { Channels } from './PartsView.tsx'
import { UnitSection } from './UnitSection.tsx'
import { topicOf } from './unit.ts'
import type { CurrentUnit } from './use-unit.ts'
import { useWhyNotCommand } from './why-not.ts'

/** Inputs, relay and free-potential contacts of a unit. */
export function InputsOutputsView({ open }: { open: CurrentUnit }) {
  const { t } = useTranslation('central-units')
  const { detail } = open
  const inputs = detail?.inputs ?? []
  return (
    <>
      <UnitSection title={t('io.inputs')}>
        {inputs.length > 0 ? <Channels channels={inputs} /> : <p>{detail ? t('io.noInputs') : t('io.untold')}</p>}
      </UnitSection>
      <RelayCard open={open} />
      <ContactsCard open={open} />
    </>
  )
}

function RelayCard({ open: { unit, detail } }: { open: CurrentUnit }) {
  const { t } = useTranslation('central-units')
  const { plantId } = useCurrentPlant()
  const because = useWhyNotCommand()(unit)
  const sent = useSentCommand('setRelay')
  const relay = detail?.relay
  return (
    <UnitSection title={t('io.relay')} aside={relay ? (relay.on ? t('io.on') : t('io.off')) : undefined}>
      {relay ? (
        <>
          <div className="vx-actions">
            <ReasonButton
              variant="default"
              because={because ?? (sent.busy ? t('whyNot.asking') : undefined)}
              onClick={() => void sent.send({ plantId, topic: topicOf(unit), on: !relay.on })}
            >
              {relay.on ? t('io.switchOff') : t('io.switchOn')}
            </ReasonButton>
          </div>
          {sent.line}
        </>
      ) : (
        <p>{detail ? t('io.noRelay') : t('io.untold')}</p>
      )}
    </UnitSection>
  )
}

function ContactsCard({ open: { unit, detail } }: { open: CurrentUnit }) {
  const { t } = useTranslation('central-units')
  const { plantId } = useCurrentPlant()
  const because = useWhyNotCommand()(unit)
  const sent = useSentCommand('setContacts')
  const told = detail?.contacts ?? []
  const [changed, setChanged] = useState<Record<number, Contact>>({})
  const [wrong, setWrong] = useState<ReadonlySet<number>>(new Set())
  const contacts = told.map((one) => changed[one.number] ?? one)
  // The form follows the unit's report once that equals the sent values.
  const answered = sent.command?.state === 'done'
  useEffect(() => {
    if (answered) setChanged({})
  }, [answered])
  const change = (next: Contact) => {
    setChanged((before) => ({ ...before, [next.number]: next }))
    setWrong((before) => new Set([...before].filter((number) => number !== next.number)))
  }
  const save = () => {
    const bad = contacts.filter((one) => !contact.safeParse(one).success).map(({ number }) => number)
    setWrong(new Set(bad))
    if (bad.length > 0) return
    const sending = contacts.filter(({ number }) => changed[number])
    void sent.send({ plantId, topic: topicOf(unit), contacts: sending })
  }
  const count = Object.keys(changed).length
  const nothing = count === 0 ? t('io.unchanged') : undefined
  if (told.length === 0)
    return (
      <UnitSection title={t('io.contacts')}>
        <p>{detail ? t('io.noContacts') : t('io.untold')}</p>
      </UnitSection>
    )
  return (
    <UnitSection title={t('io.contacts')} aside={t('io.contactsHelp')}>
      <LeaveQuestion unsaved={() => count > 0} />
      {contacts.map((one) => (
        <ContactRow
          key={one.number}
          contact={one}
          wrong={wrong.has(one.number)}
          readOnly={because !== undefined}
          onChange={change}
        />
      ))}
      <div className="vx-actions">
        <ReasonButton because={because ?? nothing ?? (sent.busy ? t('whyNot.asking') : undefined)} onClick={save}>
          {t('io.save')}
        </ReasonButton>
        <UnsavedCount count={count} />
      </div>
      {sent.line}
    </UnitSection>
  )
}

type RowProps = { contact: Contact; wrong: boolean; readOnly: boolean; onChange: (next: Contact) => void }

function ContactRow({ contact: one, wrong, readOnly, onChange }: RowProps) {
  const { t } = useTranslation('central-units')
  return (
    <fieldset className="vx-contact" disabled={readOnly}>
      <b>{t('io.contact', { number: one.number })}</b>
      <Select
        label={t('io.signal')}
        allowDeselect={false}
        value={one.signal}
        data={contactSignals.map((value) => ({ value, label: t(`io.signals.${value}`) }))}
        onChange={(value) => onChange({ ...one, signal: (value ?? one.signal) as Contact['signal'] })}
      />
      <Select
        label={t('io.conjunction')}
        allowDeselect={false}
        value={one.conjunction}
        data={contactConjunctions.map((value) => ({ value, label: t(`io.conjunctions.${value}`) }))}
        onChange={(value) => onChange({ ...one, conjunction: (value ?? one.conjunction) as Contact['conjunction'] })}
      />
      <NumberInput
        label={t('io.delay')}
        suffix=" s"
        min={0}
        max={3600}
        clampBehavior="none"
        allowDecimal={false}
        value={one.activationDelayS}
        error={wrong ? t('io.delayWrong') : undefined}
        onChange={(value) => onChange({ ...one, activationDelayS: typeof value === 'number' ? value : Number.NaN })}
      />
    </fieldset>
  )
}
