import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { archivedReason } from '../../shared/plant/can-change.ts'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { useSignedInUser } from '../../shared/session/session.ts'
import * as styles from './access-tokens.module.css'
import { NewTokenButton } from './NewTokenButton.tsx'
import { PlantTokenCreation } from './PlantTokenCreation.tsx'
import { ProgramsCard } from './ProgramsCard.tsx'
import { TokenList } from './TokenList.tsx'
import { endOf } from './token-state.ts'

type Plant = PlantDetails['plant']

/** The plant's tokens, by which programs use it. Only its installer administrator changes them. */
export function ProgramsTab({ plant }: { plant: Plant }) {
  const [isCreating, setCreating] = useState(false)
  return (
    <div className={styles.tokens}>
      <AnswerBoundary>
        <Tokens plant={plant} onCreate={() => setCreating(true)} />
      </AnswerBoundary>
      <ProgramsCard />
      {isCreating ? <PlantTokenCreation plant={plant} onClose={() => setCreating(false)} /> : null}
    </div>
  )
}

function Tokens({ plant, onCreate }: { plant: Plant; onCreate: () => void }) {
  const { t } = useTranslation('access-tokens')
  const { userid } = useSignedInUser()
  const { tokens } = useAnswer('getPlantAccessTokens', { plantId: plant.plant_id })
  const mayChange = roleMay(plant.role, 'plant.administer')
  const own = tokens.filter((token) => token.maker.id === userid && !endOf(token, Date.now()))
  const create = mayChange ? (
    <NewTokenButton ownTokens={own.length} blockedReason={archivedReason(plant)} onClick={onCreate} />
  ) : null
  return (
    <>
      <header className={styles.tokensHead}>
        <h2>{t('plantTitle')}</h2>
        {tokens.length > 0 ? create : null}
        <p>{t('plantText')}</p>
        {mayChange ? null : <p>{t('onlyAdministrator')}</p>}
      </header>
      <TokenList
        tokens={tokens}
        plantId={plant.plant_id}
        timeZone={plant.timezone}
        mayRevoke={mayChange}
        create={create}
      />
    </>
  )
}
