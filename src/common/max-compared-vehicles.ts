/** A viewer shows up to this many vehicles side by side: a theme has that many distinguishable colours. */
export const mostVehicles = 6;
