/** The organization moves to another database, or has moved: nothing of it is written here. */
export class MovingOrganizationError extends Error {
  override readonly name = 'MovingOrganizationError';

  constructor(organizationId: string) {
    super(`The organization ${organizationId} is being moved to another database; try again later`);
  }
}
