import { useActionMutation } from '../../shared/api/use-action.ts'

/** Revokes a token of the plant, or of the signed-in person without a plant. */
export function useRevoke(plantId: string | undefined) {
  const ownToken = useActionMutation('revokeAccessToken', { refresh: ['getAccessTokens'] })
  const plantToken = useActionMutation('revokePlantAccessToken', { refresh: ['getPlantAccessTokens'] })
  const revoke = (tokenId: string) =>
    plantId === undefined ? ownToken.mutateAsync({ tokenId }) : plantToken.mutateAsync({ plantId, tokenId })
  return { revoke, error: ownToken.error ?? plantToken.error, isPending: ownToken.isPending || plantToken.isPending }
}
