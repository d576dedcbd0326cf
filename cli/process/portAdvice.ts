/** Advice for a port that can't be opened, by the system's error code. */
export const portAdvice: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use by another process; stop it, or set PORT to a free one",
  EACCES: "may not be used by this user; set PORT to one above 1023",
  EADDRNOTAVAIL: "is no address of this machine; set HOST",
  ENOTFOUND: "is no address of this machine; set HOST",
};
