/** Sends the result of the hosted checkout to the store. */
document.forms[0]?.submit();
