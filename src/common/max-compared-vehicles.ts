/** A viewer has room for this many vehicles side by side: a theme has as many colours that tell them apart. */
export const mostVehicles = 6;
