/** The organization is being moved to another database, or has moved: it cannot be written here. */
export class MovingOrganizationError extends Error {
  override readonly name = 'MovingOrganizationError';

  constructor(organizationId: string) {
    super(`The organization ${organizationId} is being moved to another database; try again later`);
  }
}
