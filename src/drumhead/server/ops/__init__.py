"""Operations: security headers, rate limits, metrics, health."""
