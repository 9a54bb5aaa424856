import { Button } from '@mantine/core'
import { type Person, peopleLimits, type RemovalResult } from '@vigilux/contract/features/members/people.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { Dialog } from '../../shared/feedback/Dialog.tsx'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { countDone, type PairResult, PairResults } from './PairResults.tsx'
import { PlantChoice } from './PlantChoice.tsx'
import * as styles from './people.module.css'

const plantsOf = (people: readonly Person[]) => [
  ...new Map(people.flatMap(({ memberships }) => memberships.map((one) => [one.plant_id, one]))).values(),
]

type RemovePeopleDialogProps = { people: readonly Person[]; onClose: () => void; onDone: () => void }

/** Removes people from plants: first a preview pair by pair, then the result. */
export function RemovePeopleDialog({ people, onClose, onDone }: RemovePeopleDialogProps) {
  const { t } = useTranslation(['members', 'people'])
  const plants = plantsOf(people)
  const [plantIds, setPlantIds] = useState(plants.slice(0, peopleLimits.plants).map(({ plant_id }) => plant_id))
  const userIds = people.map(({ userid }) => userid)
  const tooMany = userIds.length > peopleLimits.people || userIds.length * plantIds.length > peopleLimits.pairs
  const remove = useActionMutation('removeFromPlants', { refresh: ['getPeople'], onSuccess: onDone })
  const nameOf = (userid: string) => people.find((one) => one.userid === userid)?.name ?? ''
  const plantOf = (id: string) => plants.find(({ plant_id }) => plant_id === id)?.plantname
  const toPairs = (results: readonly RemovalResult[]): PairResult[] =>
    results
      // With several plants chosen, pairs without a membership need no line.
      .filter(({ outcome }) => outcome !== 'MEMBER_NOT_FOUND')
      .map(({ userid, name, plant_id, plantname, outcome }) => ({
        person: name || nameOf(userid),
        plant: plantname || (plantOf(plant_id) ?? plant_id),
        outcome,
      }))
  return (
    <Dialog opened onClose={onClose} title={t('people:remove')} size="lg">
      <div className={styles.peopleForm}>
        {remove.data ? (
          <Done results={toPairs(remove.data.results)} onClose={onClose} />
        ) : (
          <>
            <PlantChoice known={plants} value={plantIds} onChange={setPlantIds} />
            {tooMany ? <p role="alert">{t('people:tooMany', peopleLimits)}</p> : null}
            {tooMany || plantIds.length === 0 ? null : (
              <AnswerBoundary>
                <Preview
                  input={{ userIds, plantIds }}
                  toPairs={toPairs}
                  saving={remove.isPending}
                  onConfirm={() => remove.mutate({ userIds, plantIds })}
                  onCancel={onClose}
                />
              </AnswerBoundary>
            )}
            <FormFailure error={remove.error} />
          </>
        )}
      </div>
    </Dialog>
  )
}

type PreviewProps = {
  input: { userIds: string[]; plantIds: string[] }
  toPairs: (results: readonly RemovalResult[]) => PairResult[]
  saving: boolean
  onConfirm: () => void
  onCancel: () => void
}

function Preview({ input, toPairs, saving, onConfirm, onCancel }: PreviewProps) {
  const { t } = useTranslation(['members', 'people'])
  const { results } = useAnswer('previewRemovals', input, { staleTime: 0 })
  const pairs = toPairs(results)
  const count = countDone(pairs)
  return (
    <>
      <PairResults results={pairs} done={false} />
      <FormFoot end>
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button color="red.8" disabled={count === 0} loading={saving} onClick={onConfirm}>
          {t('people:removeCount', { count })}
        </Button>
      </FormFoot>
    </>
  )
}

/** The results, to be read before closing. */
export function Done({ results, onClose }: { results: readonly PairResult[]; onClose: () => void }) {
  const { t } = useTranslation('shared')
  return (
    <>
      <PairResults results={results} done />
      <FormFoot end>
        <Button onClick={onClose}>{t('close')}</Button>
      </FormFoot>
    </>
  )
}
