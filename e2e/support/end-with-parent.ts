/** Imported by the processes that a test starts: they end when its process has ended, however it ended. */
process.on('disconnect', () => process.exit(1));
process.channel?.unref();
